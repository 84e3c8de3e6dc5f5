import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { imageEnvironment } from '@night-routine/servers'
import { isSettingOf, settingsByService } from '../settings.ts'
import { compose } from './compose-file.ts'
import { dockerfile, images, stages } from './dockerfile.ts'

// `npm run containers` builds and runs the images on a real engine.

t.test('the Dockerfile passes its linter', async t => {
  t.strictSame(validate(dockerfile), [])
  t.ok(validate(dockerfile.replace('USER 1000', 'USRE 1000')).length > 0, 'it finds faults')
})

t.test(
  'there is one base, pinned by its digest, with the Node of package.json, and PostgreSQL as Compose has it',
  async t => {
    const foreign = Object.values(stages)
      .map(({ base }) => base)
      .filter(base => !(base in stages) && base !== 'scratch')
    const outside = [...new Set(foreign)]
    t.strictSame(outside.slice(1), [compose.services['postgres']?.image])
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const version = devDependencies['node']?.replaceAll('.', '\\.')
    t.match(outside[0], new RegExp(`^node:${version}-bookworm-slim@sha256:[0-9a-f]{64}$`))
  },
)

t.test('every service has an image', async t => {
  t.strictSame(images.map(name => `services/${name}`).toSorted(), globSync('services/*').toSorted())
})

t.test('no image holds a tool, such as the support of tests', async t => {
  t.match(dockerfile, 'for main in services/*')
  t.match(dockerfile, '--prod --filter-prod="{$main}..."')
  t.notMatch(dockerfile, /COPY.*tools/)
  const folders = new Map(
    globSync('{packages,services,tools}/*/package.json').map(path => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(path, 'utf8')) as {
        name: string
        dependencies?: Record<string, string>
      }
      return [name, { folder: dirname(path), needs: Object.keys(dependencies) }]
    }),
  )
  const inProduction = new Set(images.map(name => `@night-routine/${name}`))
  for (const name of inProduction)
    for (const needed of folders.get(name)?.needs ?? [])
      if (folders.has(needed)) inProduction.add(needed)
  const tools = [...folders].filter(([, { folder }]) => folder.startsWith('tools/'))
  t.ok(folders.get('@night-routine/testing'))
  for (const [tool] of tools) t.notOk(inProduction.has(tool), tool)
  for (const path of globSync('{packages,services}/*/src/**/*.ts')) {
    const source = readFileSync(path, 'utf8')
    for (const [tool] of tools) t.notOk(new RegExp(`'${tool}['/]`).test(source), `${path}: ${tool}`)
  }
})

t.test('an image runs without privileges, with settings that exist', async t => {
  const settings = (await settingsByService()).flatMap(one => one.settings)
  for (const name of images) {
    const { user, folder, env = {} } = stages[name] ?? {}
    t.strictSame([user, folder], ['1000:1000', `/app/services/${name}`])
    for (const [variable, value] of Object.entries(imageEnvironment))
      t.equal(env[variable], name === 'operations' ? undefined : value, 'as benchmarks measure')
    for (const variable of Object.keys(env))
      if (!/^(NODE_|MALLOC_|PATH$)/.test(variable)) t.ok(isSettingOf(settings, variable), variable)
  }
})

t.test('a build sees only what it needs, and never .env or secrets', async t => {
  const lines = readFileSync('infra/Dockerfile.dockerignore', 'utf8').split('\n')
  t.equal(
    lines.find(line => line !== '' && !line.startsWith('#')),
    '*',
  )
  t.notMatch(lines.join('\n'), /^!.*(?:env|secrets)/m)
})
