import { existsSync, globSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { readStages } from '../infra/image/dockerfile.js'
import { images } from '../infra/image/images.js'
import { knownSettings } from './known-settings.ts'

const text = readFileSync('infra/Dockerfile', 'utf8')
const stages = readStages(text)
const steps = 'node infra/image/steps.js'
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

t.test('the Dockerfile has no fault that its linter knows', async t => {
  t.strictSame(validate(text), [])
  const broken = text.replace('WORKDIR /app', 'WORKDIR app').replace('USER 1000', 'USRE 1000')
  t.ok(validate(broken).length >= 2, 'the linter finds faults')
})

t.test(
  'everything stands on one base, pinned by its digest, with the Node of package.json',
  async t => {
    const outside = Object.values(stages).filter(({ base }) => !(base in stages))
    t.equal(outside.length, 1)
    const version = devDependencies['node']?.replaceAll('.', '\\.')
    t.match(outside[0]?.base, new RegExp(`^node:${version}-bookworm-slim@sha256:[0-9a-f]{64}$`))
  },
)

t.test('every service has an image', async t => {
  const parts = Object.values(images).map(({ part }) => part)
  t.strictSame(
    globSync('services/*').filter(service => !parts.includes(service)),
    [],
  )
})

for (const [name, image] of Object.entries(images))
  t.test(`${name}: the Dockerfile takes the steps that images:check takes`, async t => {
    t.ok(existsSync(`${image.part}/package.json`))
    const made = stages[`build-${name}`]
    t.strictSame(made?.runs, [`${steps} install`, `${steps} build ${name} /image`])
    t.strictSame(made?.copies, [
      `--from=source /pruned/${name}/json/ ./`,
      `--from=source /pruned/${name}/full/ ./`,
    ])
    const run = stages[name]
    t.equal(run?.base, 'runtime')
    t.equal(run?.user, '1000:1000')
    t.strictSame(run?.copies, [`--from=build-${name} /image/ ./`])
    t.strictSame(run?.runs, [`["node", "-e", "import('/app/${image.door}')"]`])
    t.strictSame(run?.command, image.command)
    t.equal(Boolean(run?.health.length), image.serves, 'a health check, if it stays')
    if (image.serves) t.equal(run?.health[0], 'node', 'Node itself asks: there is no curl')
    t.match(text, `AS ${name}\nLABEL org.opencontainers.image.title="night-routine-${name}"`)
  })

t.test('every image says whose it is, which version, and from which sources', async t => {
  const [, labels = ''] = /AS runtime\n[^]*?\nLABEL ([^]*?)\n\n/.exec(text) ?? []
  for (const word of ['vendor', 'licenses', 'version', 'revision', 'source'])
    t.match(labels, `org.opencontainers.image.${word}=`)
  const release = readFileSync('.github/workflows/release.yml', 'utf8')
  for (const [, argument] of text.matchAll(/^ARG (\w+)=/gm)) t.match(release, `${argument}=`)
})

t.test('what the images set are settings, or Node’s own', async t => {
  const known = await knownSettings()
  for (const [name, { env }] of Object.entries(stages))
    for (const setting of Object.keys(env))
      t.ok(known.has(setting) || setting.startsWith('NODE_'), `${name}: ${setting}`)
})

t.test('nothing of a developer’s folder gets into an image', async t => {
  const ignored = readFileSync('infra/Dockerfile.dockerignore', 'utf8').split('\n')
  for (const own of ['.env', 'secrets', '.git', '.data', '**/node_modules'])
    t.ok(ignored.includes(own), own)
})
