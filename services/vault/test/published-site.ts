import type { Test } from 'tap'
import { startVault } from './running-vault.ts'

/** A host with a site of Alex that people read at /s/notes/. */
export async function published(
  t: Test,
  files: Record<string, string>,
  options: Parameters<typeof startVault>[1] = {},
) {
  const vault = await startVault(t, options)
  const token = await vault.signIn()
  const id = await vault.makeSite(token, 'notes')
  for (const [path, content] of Object.entries(files)) await vault.upload(token, id, path, content)
  return { ...vault, token, id }
}
