import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { attempt, run } from './program.ts'

// Debian 13 has the first engine whose Compose knows `additional_contexts` and `start_interval`.
const suite = 'trixie'
const packages = [
  'docker.io',
  'docker-cli',
  'docker-compose',
  'docker-buildx',
  'containerd',
  // docker-init is a link to a program of this one.
  'tini',
]
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** The Debian mirror that this machine's own apt uses. */
export function debianMirror(): string {
  const files = globSync(['/etc/apt/sources.list', '/etc/apt/sources.list.d/*.{list,sources}'])
  for (const file of files) {
    const [, url] =
      /^(?:deb(?: \[.*\])?|URIs:) *(https?:\/\/\S+)/m.exec(readFileSync(file, 'utf8')) ?? []
    if (url !== undefined) return url
  }
  return 'http://deb.debian.org/debian'
}

/**
 * Unpacks Docker's engine, its command and the plugins below `folder`, without installing anything.
 * runc and iptables have to be on the machine: those of a newer Debian want a newer C library.
 *
 * @returns the folder that stands for `/`
 * @throws {ProgramError} when a package cannot be fetched
 */
export async function unpackEngine(folder: string): Promise<string> {
  const root = join(folder, 'root')
  const debs = join(folder, 'debs')
  for (const path of [root, debs, join(folder, 'lists/partial'), join(folder, 'archives/partial')])
    mkdirSync(path, { recursive: true })
  writeFileSync(
    join(folder, 'sources.list'),
    `deb [signed-by=${keyring}] ${debianMirror()} ${suite} main\n`,
  )
  const settings = [
    `Dir::Etc::sourcelist=${folder}/sources.list`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    // apt's own user cannot write into a folder that only root can enter.
    'APT::Sandbox::User=root',
  ].flatMap(setting => ['-o', setting])
  await run('apt-get', [...settings, 'update'])
  await run('apt-get', [...settings, 'download', ...(await newest(settings))], { cwd: debs })
  for (const deb of globSync(`${debs}/*.deb`)) await run('dpkg', ['-x', deb, root])
  const plugins = join(root, 'cli/cli-plugins')
  mkdirSync(plugins, { recursive: true })
  for (const plugin of globSync(`${root}/usr/libexec/docker/cli-plugins/*`))
    symlinkSync(plugin, join(plugins, basename(plugin)))
  return root
}

/** `package=version` for each package: apt would rather take the installed suite's. */
async function newest(settings: readonly string[]): Promise<string[]> {
  return Promise.all(
    packages.map(async name => {
      const { stdout } = await attempt('apt-cache', [...settings, 'madison', name])
      const line = stdout.split('\n').find(row => row.includes(` ${suite}/`))
      return `${name}=${line?.split('|')[1]?.trim() ?? ''}`
    }),
  )
}
