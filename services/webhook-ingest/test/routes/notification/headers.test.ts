import t from 'tap'
import { headerReader } from '../../../src/routes/notification/notification.ts'

const read = headerReader(['x-goog-', 'x-provider-'])

const sent: Record<string, string> = {
  'Channel-ID': '4ba78bf0-6a47-11e2-bcfd-0800200c9a66',
  'Channel-Token': '398348u3tu83ut8uu38',
  'Resource-ID': 'ret08u3rv24htgh289g',
  'Resource-State': 'exists',
  'Resource-URI': 'https://www.googleapis.com/calendar/v3/calendars/family/events',
  'Message-Number': '10',
}

function raw(prefix: string, headers = sent) {
  return Object.entries(headers).flatMap(([name, value]) => [prefix + name, value])
}

t.test('reads the six headers in any order and case, with each prefix', async t => {
  const notification = {
    channelId: '4ba78bf0-6a47-11e2-bcfd-0800200c9a66',
    token: '398348u3tu83ut8uu38',
    resourceId: 'ret08u3rv24htgh289g',
    resourceState: 'exists',
    resourceUri: 'https://www.googleapis.com/calendar/v3/calendars/family/events',
    messageNumber: '10',
  }
  const reversed = Object.fromEntries(Object.entries(sent).toReversed())
  t.same(read(raw('X-Goog-')), notification)
  t.same(read(raw('x-provider-')), notification)
  t.same(read(raw('X-GOOG-', reversed)), notification)
  t.same(read(['Host', 'x', ...raw('X-Goog-'), 'X-Goog-Changed', 'content']), notification)
})

t.test('each header must be sent once and not be empty', async t => {
  for (const name of Object.keys(sent)) {
    const header = name.toLowerCase()
    const { [name]: value = '', ...others } = sent
    t.same(read(raw('X-Goog-', others)), { header, fault: 'missing' })
    t.same(read(raw('X-Goog-', { ...sent, [name]: '' })), { header, fault: 'empty' })
    for (const again of [value, '', 'other']) {
      const doubled = { header, fault: 'doubled' }
      t.same(read([...raw('X-Goog-'), `x-goog-${header}`, again]), doubled)
      t.same(read([...raw('X-Goog-'), `x-provider-${header}`, again]), doubled, 'by two prefixes')
    }
  }
})

t.test('ignores similar headers', async t => {
  for (const similar of [[], raw(''), raw('x-other-'), raw('x-goog-x-goog-')])
    t.same(read(similar), { header: 'channel-id', fault: 'missing' })
})
