import t from 'tap'
import { StackError } from '../src/errors.ts'
import { stackSettings } from '../src/settings.ts'

const folder = (env: Record<string, string>, demo: boolean) =>
  stackSettings(env, '/house', { demo }).dataFolder

const ports = (env: Record<string, string>) => {
  const { vaultPort, anyVaultPort } = stackSettings(env, '/house')
  return [vaultPort, anyVaultPort]
}

t.test('the publish host has the same port at every start', async t => {
  t.same(ports({}), [8082, true])
  t.same(ports({ VAULT_PORT: '9002' }), [9002, false])
  t.same(ports({ PORT: '8082' }), [8083, true], 'not one that the others have')
  t.throws(
    () => stackSettings({ PORT: '9000', VAULT_PORT: '9000' }, '/house'),
    new StackError('PORT and VAULT_PORT are both 9000; choose two ports.'),
  )
})

t.test('a port that cannot be used is named', async t => {
  for (const [env, sentence] of [
    [{ PORT: 'http' }, 'PORT is "http"; it must be a port from 1 to 65535.'],
    [{ EMULATOR_PORT: '70000' }, 'EMULATOR_PORT is "70000"; it must be a port from 1 to 65535.'],
    [
      { PORT: '9000', EMULATOR_PORT: '9000' },
      'PORT and EMULATOR_PORT are both 9000; choose two ports.',
    ],
  ] as const)
    t.throws(() => stackSettings(env, '/house'), new StackError(sentence))
})

t.test('the demo household never shares a folder or a server with a real one', async t => {
  t.equal(folder({}, false), '/house/.data')
  t.equal(folder({}, true), '/house/.data-demo')
  t.equal(folder({ DATA_FOLDER: '/there' }, false), '/there')
  t.equal(folder({ DATA_FOLDER: '/there' }, true), '/there-demo')
  const DATABASE_URL = 'postgres://there'
  t.throws(() => stackSettings({ DATABASE_URL }, '/house', { demo: true }), StackError)
  t.doesNotThrow(() => stackSettings({ DATABASE_URL }, '/house'))
})
