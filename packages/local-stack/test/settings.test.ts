import t from 'tap'
import { StackError } from '../src/errors.ts'
import { stackSettings } from '../src/settings.ts'

const folder = (env: Record<string, string>, demo: boolean) =>
  stackSettings(env, '/house', { demo }).dataFolder

t.test('the demo household never shares a folder or a server with a real one', async t => {
  t.equal(folder({}, false), '/house/.data')
  t.equal(folder({}, true), '/house/.data-demo')
  t.equal(folder({ DATA_FOLDER: '/there' }, false), '/there')
  t.equal(folder({ DATA_FOLDER: '/there' }, true), '/there-demo')
  for (const name of ['DATABASE_URL', 'REDIS_URL']) {
    t.throws(() => stackSettings({ [name]: 'x' }, '/house', { demo: true }), StackError)
    t.doesNotThrow(() => stackSettings({ [name]: 'x' }, '/house'))
  }
})
