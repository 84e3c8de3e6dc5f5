import type { SettingDescription } from '@night-routine/service'
import { knownSettings, settingsByService } from './known-settings.ts'

function row(setting: SettingDescription, services: string[]) {
  const { name, description, expects, required, secret } = setting
  const fallback = setting.default ?? (required ? 'required' : 'unset')
  const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
  const cells = [names, `${description} ${expects}.`, fallback, services.join(', ')]
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

Every setting is an environment variable, read once at the start of a service. A secret may also be
given as a file: \`NAME_FILE\` names it. When something is wrong, a service lists every fault at once and
does not start.

This table is generated from the schemas (\`node_modules/node/bin/node --conditions=night-routine
test/write-docs.ts\`); a test fails when it is out of date.

| Setting | What it is | Default | Read by |
| --- | --- | --- | --- |
${rows.join('\n')}

What a household changes (names, days away, look-ahead, time zone and the like) lives in the database,
not here: \`PARENT_A\`, \`PARENT_B\` and the other first values count only until it has been set once.
<!-- prettier-ignore-end -->
`
}
