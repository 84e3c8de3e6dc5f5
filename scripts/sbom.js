// npm run sbom: writes the bill of materials of production dependencies, night-routine.cdx.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from './bill-of-materials.js'
import { readDependencies } from './dependencies.js'
import { root } from './pnpm.js'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const dependencies = readDependencies()
writeFileSync(join(root, 'night-routine.cdx.json'), billOfMaterials(version, dependencies))
console.log(`night-routine.cdx.json: ${dependencies.length} packages`)
