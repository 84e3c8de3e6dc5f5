// Puts the table of notifications into notifications.md, from the rows that are tested.
import { readFileSync, writeFileSync } from 'node:fs'
import { withTable } from './readme-table.ts'

const readme = new URL('../notifications.md', import.meta.url)
writeFileSync(readme, withTable(readFileSync(readme, 'utf8')))
