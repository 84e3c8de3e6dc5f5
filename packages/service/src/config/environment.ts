import { readFileSync } from 'node:fs'

/** Environment variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The value of a variable, undefined when it is unset, or a sentence that says why it cannot be read. */
export type Found = { text: string | undefined } | { fault: string }

/** Reads a variable; an empty one counts as unset, because compose writes `NAME=` for that. */
export function readVariable(env: Environment, name: string): Found {
  return { text: env[name]?.trim() || undefined }
}

/** Reads a secret: from `NAME`, or from the file in `NAME_FILE`. */
export function readSecret(env: Environment, name: string): Found {
  const text = env[name]?.trim() || undefined
  const path = env[`${name}_FILE`]?.trim() || undefined
  if (path === undefined) return { text }
  if (text !== undefined)
    return { fault: `${name} and ${name}_FILE are both set. Keep one of the two.` }
  return readSecretFile(name, path)
}

function readSecretFile(name: string, path: string): Found {
  try {
    const text = readFileSync(path, 'utf8').trim()
    if (text !== '') return { text }
    return { fault: `${name}_FILE: the file ${path} is empty. Put the value into it.` }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return {
      fault: `${name}_FILE: the file ${path} cannot be read (${reason}). Check its path and rights.`,
    }
  }
}
