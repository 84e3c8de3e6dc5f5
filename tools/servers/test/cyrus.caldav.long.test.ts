import { startCyrus } from '@night-routine/servers/caldav'
import t from 'tap'

t.test('stopping one Cyrus leaves another running', async t => {
  const [stopped, other] = [await startCyrus(process.env), await startCyrus(process.env)]
  t.teardown(() => other.stop())
  await stopped.stop()
  const { status } = await fetch(other.url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  })
  t.ok(status < 500)
})
