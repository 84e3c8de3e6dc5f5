import t from 'tap'
import { parse } from 'yaml'
import { overrideFile } from '../src/installation/override.ts'
import { builtServices, pinnedImages } from '../src/engine/stand-ins.ts'

const pinned = pinnedImages('.')
const places = {
  built: builtServices('.'),
  certificates: '/c',
  emulatorState: '/e',
  emulatorPort: 8082,
  user: '1:1',
  pinned,
}

interface Override {
  services: Record<string, { image?: string; build?: object }>
}

function override(standIns: Record<string, string>): Override {
  return parse(overrideFile({ repository: '.', standIns }, places)) as Override
}

t.test('every image that the repository pins is known', async t => {
  const ours = ['node', 'check', 'postgres', 'redis', 'caddy', 'prometheus', 'grafana']
  t.strictSame(Object.keys(pinned).toSorted(), [...ours, 'radicale'].toSorted())
  for (const image of Object.values(pinned)) t.match(image, /@sha256:[0-9a-f]{64}$/)
})

t.test('where images can be pulled, the pinned ones are used', async t => {
  const { services } = override({})
  t.strictSame(services['postgres'], {})
  t.strictSame(services['web']?.build, undefined)
  t.equal(services['acme']?.image, pinned['caddy'])
  t.notOk('grafana' in services)
})

t.test('a stand-in takes the place of the pinned image, also in our builds', async t => {
  const standIns = Object.fromEntries(
    Object.entries(pinned).map(([name, image]) => [image, `stand-in/${name}`]),
  )
  const { services } = override(standIns)
  t.equal(services['postgres']?.image, 'stand-in/postgres')
  t.strictSame(services['web']?.build, {
    additional_contexts: [`${pinned['node']}=docker-image://stand-in/node`],
  })
})
