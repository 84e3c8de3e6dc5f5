// npm run bench [-- name …] [--option …]: runs every benchmark, or those named,
// with these options.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { foldersInParts } from './tap.js'
import { prepare } from './steps.js'
import { node, root } from './pnpm.js'

prepare()

const conditions = '--conditions=night-routine'
const args = process.argv.slice(2)
const firstOption = args.findIndex(word => word.startsWith('--'))
const wanted = firstOption === -1 ? args : args.slice(0, firstOption)
const options = args.slice(wanted.length)
// The first line of a benchmark has its name: "// npm run bench -- pages".
const programs = foldersInParts('bench')
  .flatMap(folder => readdirSync(join(root, folder)).map(file => `${folder}/${file}`))
  .filter(file => file.endsWith('.ts'))
  .toSorted((one, other) => one.localeCompare(other))
  .flatMap(program => {
    const [, name] =
      /^\/\/ npm run bench -- ([\w-]+)/.exec(readFileSync(join(root, program), 'utf8')) ?? []
    return name && (wanted.length === 0 || wanted.includes(name)) ? program : []
  })
if (programs.length === 0) {
  console.error(`There is no benchmark called ${wanted.join(' or ')}.`)
  process.exit(1)
}
for (const program of programs) {
  console.log(`\n› ${program}`)
  const { status } = spawnSync(
    node,
    [conditions, 'tools/servers/src/with-servers/main.ts', node, conditions, program, ...options],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  if (status !== 0) process.exitCode = 1
}
