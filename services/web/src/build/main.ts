import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finishFiles } from './finish.ts'

// Last build step: `node dist/build/main.js dist/public`. Images contain no minifier.
const [target = ''] = process.argv.slice(2)
await mkdir(target, { recursive: true })
const sources = fileURLToPath(new URL('../../public/', import.meta.url))
for (const [file, content] of await finishFiles(sources))
  await writeFile(join(target, file), content)
