import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writtenDocs } from './written-docs.ts'

for (const [path, text] of await writtenDocs()) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
