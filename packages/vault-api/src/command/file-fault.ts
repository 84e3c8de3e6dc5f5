const sentences: Record<string, (path: string) => string> = {
  ENOENT: path => `There is no ${path}.`,
  EACCES: path => `${path} may not be read or written by this user.`,
  EPERM: path => `${path} may not be read or written by this user.`,
  ENOTDIR: path => `${path} is not a folder.`,
  EISDIR: path => `${path} is a folder.`,
  ENOSPC: path => `There is no room left on the disk for ${path}.`,
}

/** What is wrong with a file of this machine, in a sentence; null where the error is of another kind. */
export function fileFault(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return null
  return sentences[String(error.code)]?.(String(error.path)) ?? null
}
