import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { browserOf, webWithCredentials } from '../web-with-credentials.ts'

/** The filter of docs/security.md. */
const [, filter = ''] =
  /```ini\n(\[Definition\][^]*?)```/.exec(
    readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8'),
  ) ?? []

t.test(
  'fail2ban reads who failed to sign in out of the log, with the filter of the docs',
  async t => {
    const folder = t.testdir({ 'night-routine.conf': filter })
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const logger = createLogger({ name: 'web', level: 'info', destination })
    const { service } = await webWithCredentials(t, {}, logger)
    for (const from of ['203.0.113.7', '2001:db8:0:1::5'])
      await browserOf(service, { from }).send('/identity/sign-in', {
        email: '"network":"198.51.100.1"@example.com',
        password: 'not the right one',
      })
    const log = join(folder, 'web.log')
    writeFileSync(log, lines.join(''))
    const { stdout } = spawnSync(
      'fail2ban-regex',
      ['--print-all-matched', '--out', 'ip', log, join(folder, 'night-routine.conf')],
      { encoding: 'utf8' },
    )
    t.same(stdout.trim().split('\n'), ['203.0.113.7', '2001:db8:0:1::/64'])
  },
)
