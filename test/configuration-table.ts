import type { SettingDescription } from '@night-routine/service'
import { knownSettings, settingsByService } from './known-settings.ts'

function row(setting: SettingDescription, services: string[]) {
  const { name, description, expects, required, secret } = setting
  const fallback = setting.default ?? (required ? 'required' : 'unset')
  const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
  const cells = [names, description, expects, fallback, services.join(', ')]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** docs/configuration.md, from the schemas the services read their environment with. */
export async function configurationPage(): Promise<string> {
  const all = await settingsByService()
  const known = await knownSettings()
  const rows = [...known.values()].map(setting => {
    const users = all.filter(({ settings }) => settings.some(({ name }) => name === setting.name))
    return row(
      setting,
      users.map(({ service }) => service),
    )
  })
  return `<!-- prettier-ignore-start -->
# Configuration

Settings are environment variables, and a service reads them once when it starts. To keep a secret out of the
environment, put it in a file and name the file with \`NAME_FILE\`. A service with invalid settings lists all of
them and does not start.

This table is generated from the schemas (\`node_modules/node/bin/node --conditions=night-routine
test/write-docs.ts\`); a test fails when it is out of date.

| Setting | What it is | Value | Default | Read by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

A household's own settings (names, absences, look-ahead, time zone) are in the database. \`PARENT_A\`,
\`PARENT_B\`, \`TIME_ZONE\` and \`LOOK_AHEAD_DAYS\` are only their initial values.
<!-- prettier-ignore-end -->
`
}
