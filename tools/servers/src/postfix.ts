import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packagesOf } from './caldav/unpacked.ts'
import { ServerError } from './errors.ts'
import { freePort } from './free-port.ts'
import { runUser, type RunUser } from './run-user.ts'
import { waitFor } from './wait-for.ts'

const login = { user: 'family', password: 'a b%c/d' }

/** What a strict relay on the internet asks for: TLS, a password, and the name of a host as greeting. */
const main = (folder: string, at: (path: string) => string, { uid, gid }: RunUser) => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = ${at('usr/sbin')}
daemon_directory = ${at('usr/lib/postfix/sbin')}
shlib_directory = no
meta_directory = ${folder}/conf
mail_owner = night-routine
setgid_group = mail
myhostname = relay.example.net
mydestination =
alias_maps =
local_recipient_maps =
proxy_read_maps =
inet_interfaces = loopback-only
inet_protocols = ipv4
import_environment = LD_LIBRARY_PATH SASL_PATH MAIL_CONFIG TZ
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
smtpd_helo_required = yes
smtpd_helo_restrictions = check_helo_access regexp:${folder}/conf/helo, reject_invalid_helo_hostname,
  reject_non_fqdn_helo_hostname
smtpd_delay_reject = no
smtpd_forbid_unauth_pipelining = yes
smtpd_forbid_bare_newline = yes
strict_rfc821_envelopes = yes
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = ${folder}/conf/cert.pem
smtpd_tls_key_file = ${folder}/conf/key.pem
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_path = smtpd
smtpd_sender_restrictions = reject_non_fqdn_sender
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = reject_non_fqdn_recipient, permit_sasl_authenticated, reject
virtual_mailbox_domains = example.com
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = static:inbox/
virtual_uid_maps = static:${uid}
virtual_gid_maps = static:${gid}
virtual_minimum_uid = 1
`

const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
virtual unix - n n - - virtual
error unix - - n - - error
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
`

const sasl = (folder: string) => `pwcheck_method: auxprop
auxprop_plugin: sasldb
sasldb_path: ${folder}/conf/sasldb2
mech_list: PLAIN LOGIN
`

/**
 * Starts Postfix as a strict relay, which keeps the e-mails to example.com in a mailbox. It runs as root, because its
 * parts run as different users.
 * @throws {ServerError} when it does not start
 */
export async function startPostfix(
  inherited: NodeJS.ProcessEnv,
  { cert, key }: { cert: string; key: string },
) {
  const packages = packagesOf({ CALENDAR_SERVERS: inherited['MAIL_SERVERS'] })
  const user = await runUser()
  if (user === undefined) throw new ServerError('Postfix runs as root only.')
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-postfix-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const libraries = packages.entry('usr/lib', /-linux-gnu$/)
  const env = {
    ...inherited,
    LD_LIBRARY_PATH: `${packages.at('usr/lib/postfix')}:${libraries}`,
    SASL_PATH: join(libraries, 'sasl2'),
    MAIL_CONFIG: join(folder, 'conf'),
  }
  await makeFolders(folder, user)
  const conf = {
    'main.cf': main(folder, packages.at, user),
    'master.cf': services(port),
    // Postfix takes an address in brackets for a host, which Google Workspace refuses.
    helo: '/^\\[/ REJECT Greet with the name of a host\n',
    // Debian's Postfix looks there.
    'sasl/smtpd.conf': sasl(folder),
    'cert.pem': cert,
    'key.pem': key,
  }
  for (const [name, text] of Object.entries(conf)) await writeFile(join(folder, 'conf', name), text)
  await setPassword([packages.at('usr/sbin/saslpasswd2'), join(folder, 'conf/sasldb2')], env, user)

  const args = ['-c', join(folder, 'conf'), '-d']
  const program = packages.at('usr/lib/postfix/sbin/master')
  const server = spawn(program, args, { env, stdio: 'ignore', detached: true })
  const ended = once(server, 'exit')
  const log = async () => readFile(join(folder, 'log'), 'utf8').catch(() => '')
  async function stop() {
    // Its master leads a group with its parts.
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitFor('the greeting of Postfix', async () => greets(port))
  } catch {
    const said = await log()
    await stop()
    throw new ServerError(`Postfix does not answer: ${said.slice(-2000)}`)
  }
  const encoded = [login.user, login.password].map(encodeURIComponent).join(':')
  return {
    /** As SMTP_URL has it. */
    url: `smtp://${encoded}@localhost:${port}`,
    port,
    log,
    /** The e-mails in the mailbox, with their headers. */
    async mails(): Promise<string[]> {
      const box = join(folder, 'mail/inbox/new')
      const names = await readdir(box).catch(() => [])
      return Promise.all(names.map(name => readFile(join(box, name), 'utf8')))
    },
    stop,
  }
}

const queues =
  'active bounce corrupt defer deferred flush hold incoming maildrop private public saved trace'

async function makeFolders(folder: string, { uid, gid }: RunUser): Promise<void> {
  for (const name of ['conf', 'conf/sasl', 'data', 'mail', 'queue', 'queue/pid'])
    await mkdir(join(folder, name))
  for (const name of queues.split(' ')) await mkdir(join(folder, 'queue', name))
  for (const name of ['data', 'mail', ...queues.split(' ').map(each => `queue/${each}`)])
    await chown(join(folder, name), uid, gid)
}

async function setPassword(
  [program, file]: [string, string],
  env: NodeJS.ProcessEnv,
  { uid, gid }: RunUser,
): Promise<void> {
  const args = ['-p', '-c', '-u', 'relay.example.net', '-f', file, login.user]
  const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.end(login.password)
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new ServerError(`saslpasswd2 ended with ${child.exitCode}`)
  await chown(file, uid, gid)
}

async function greets(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    const [said] = await once(socket, 'data', { signal: AbortSignal.timeout(5000) })
    return String(said).startsWith('220 ')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
