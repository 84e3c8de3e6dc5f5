import { existsSync, globSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import t from 'tap'
import { imageOptions } from '@night-routine/servers'
import { images, readStages } from './deployment/dockerfile.ts'
import { knownSettings } from './known-settings.ts'

// `npm run containers` tests the images on a real engine.

const text = readFileSync('infra/Dockerfile', 'utf8')
const stages = readStages(text)
const root = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: Record<string, string>
}

t.test('the Dockerfile passes its linter', async t => {
  t.strictSame(validate(text), [])
  const broken = text.replace('WORKDIR /app', 'WORKDIR app').replace('USER 1000', 'USRE 1000')
  t.ok(validate(broken).length >= 2, 'the linter finds faults')
})

t.test('there is one base, pinned by its digest, with the Node of package.json', async t => {
  const outside = Object.values(stages)
    .map(({ base }) => base)
    .filter(base => !(base in stages) && base !== 'scratch')
  t.equal(new Set(outside).size, 1)
  const version = root.devDependencies['node']?.replaceAll('.', '\\.')
  t.match(outside[0], new RegExp(`^node:${version}-bookworm-slim@sha256:[0-9a-f]{64}$`))
})

t.test('every service has an image', async t => {
  const parts = globSync('services/*')
  t.strictSame(
    Object.values(images)
      .map(({ part }) => part)
      .toSorted(),
    parts.toSorted(),
  )
})

t.test('every package names the compiler and types that it is built with', async t => {
  // An image build does not install the root's dependencies.
  for (const path of globSync('{packages,services}/*/package.json')) {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as typeof root
    t.ok(manifest.devDependencies['typescript'], path)
    if (!path.includes('fairness')) t.ok(manifest.devDependencies['@types/node'], path)
  }
})

for (const [name, { part }] of Object.entries(images))
  t.test(`${name}: contains and starts its own part, without a shell or privileges`, async t => {
    const stage = stages[name]
    const copies = stage?.steps.filter(step => step.startsWith('COPY '))
    t.strictSame(copies, [`COPY /images/${part}/dependencies ./`, `COPY /images/${part}/code ./`])
    t.equal(stage?.user, '1000:1000')
    const [program, main = ''] = stage?.command ?? []
    t.equal(program, 'node')
    t.ok(existsSync(`${part}/${main.replace('dist/', 'src/').replace('.js', '.ts')}`), main)
    const wanted = name === 'operations' ? undefined : imageOptions
    t.equal(stage?.env['NODE_OPTIONS'], wanted, 'the options that benchmarks measure with')
    t.equal(stage?.health[0], name === 'operations' ? undefined : 'node', 'Node is what can ask')
    t.match(text, `AS ${name}\nLABEL org.opencontainers.image.title="night-routine-${name}"`)
  })

t.test('every image has labels for title, version and source', async t => {
  const [, labels = ''] = /AS runtime\n[^]*?\nLABEL ([^]*?)\n\n/.exec(text) ?? []
  for (const word of ['vendor', 'licenses', 'version', 'revision', 'source'])
    t.match(labels, `org.opencontainers.image.${word}=`)
  const release = readFileSync('.github/workflows/release.yml', 'utf8')
  for (const [, argument] of text.matchAll(/^ARG (\w+)=/gm)) t.match(release, `${argument}=`)
})

t.test('what the images set are settings, or Node’s own', async t => {
  const known = await knownSettings()
  for (const name of Object.keys(images))
    for (const setting of Object.keys(stages[name]?.env ?? {}))
      t.ok(known.has(setting) || /^(NODE_\w+|PATH)$/.test(setting), `${name}: ${setting}`)
})

t.test('images are built only from packages and services', async t => {
  const lines = readFileSync('infra/Dockerfile.dockerignore', 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  t.equal(lines[0], '*', 'everything else stays out, such as .env and secrets')
  t.strictSame(
    lines.filter(line => line.startsWith('!')),
    [
      '!package.json',
      '!pnpm-lock.yaml',
      '!pnpm-workspace.yaml',
      '!tsconfig.base.json',
      '!packages',
      '!services',
      '!tools',
      '!tools/*/package.json',
    ],
  )
  t.ok(lines.includes('tools/*/*'), 'of tools only their manifests')
  for (const left of ['node_modules', 'dist', 'test']) t.ok(lines.includes(`**/${left}`), left)
})
