import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import t from 'tap'
import { isPrivateAddress, publicAgent, publicPlainAgent } from '../src/public-agent.ts'

t.test('connects to no address that is not public, however it is written', async t => {
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
    '10.0.0.1',
    'localhost',
  ])
    for (const send of [
      () => request(`https://${host}:9/`, { agent: publicAgent() }),
      () => plainRequest(`http://${host}:9/`, { agent: publicPlainAgent() }),
    ]) {
      const sent = send()
      sent.end()
      const [error]: unknown[] = await once(sent, 'error')
      t.ok(isPrivateAddress(error), `${host}: ${String(error)}`)
    }
})

t.test('a name is checked by each address that it resolves to', async t => {
  for (const address of ['::7f00:1', '::10.0.0.1']) {
    const lookup = (_name: string, _options: unknown, done: (error: null, all: object[]) => void) =>
      done(null, [{ address, family: 6 }])
    const sent = request('https://nights.example/', {
      agent: publicAgent(),
      lookup: lookup as never,
    })
    sent.end()
    const [error]: unknown[] = await once(sent, 'error')
    t.ok(isPrivateAddress(error), String(error))
  }
})
