import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { isSettingOf, settingsByService } from '../settings.ts'

const text = readFileSync('infra/home/compose.yml', 'utf8')
const file = parse(text) as {
  services: Record<string, Record<string, unknown> & { environment: Record<string, string> }>
  volumes: Record<string, { name: string }>
}

t.test('at home, Compose needs few lines: one container, one volume, one port', async t => {
  t.ok(text.trim().split('\n').length <= 25)
  t.strictSame(Object.keys(file.services), ['night-routine'])
  t.strictSame(file.volumes, { 'night-routine': { name: 'night-routine' } })
  t.match(file.services['night-routine'], {
    ports: ['8080:8080'],
    volumes: ['night-routine:/data'],
    restart: 'unless-stopped',
  })
})

t.test('at home, the container may do little', async t => {
  t.match(file.services['night-routine'], {
    read_only: true,
    tmpfs: ['/tmp'],
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  })
})

t.test('at home, its settings exist', async t => {
  const settings = (await settingsByService()).flatMap(one => one.settings)
  for (const name of Object.keys(file.services['night-routine']?.environment ?? {}))
    t.ok(isSettingOf(settings, name), name)
})
