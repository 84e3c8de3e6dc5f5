import { writeFileSync } from 'node:fs'
import { configurationPage } from './configuration-table.ts'

writeFileSync('docs/configuration.md', await configurationPage())
