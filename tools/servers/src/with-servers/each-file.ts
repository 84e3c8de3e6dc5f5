import { existsSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { addressesOf } from './addresses.ts'

// Loaded before each test file (.taprc): names the servers that before.ts started, and seeds generators.
const file = addressesOf(process.ppid)
if (existsSync(file)) Object.assign(process.env, JSON.parse(readFileSync(file, 'utf8')))
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 20_261_120) })
