import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './program.ts'

/** Copies what git tracks in a folder, or would if it were added: a clone with the changes at hand. */
export async function copyTracked(from: string, to: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const names = (await run('git', list, { cwd: from })).split('\0')
  for (const name of names)
    if (name !== '' && existsSync(join(from, name))) cpSync(join(from, name), join(to, name))
}
