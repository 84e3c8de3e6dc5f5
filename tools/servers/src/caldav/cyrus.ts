import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { ServerError } from '../errors.ts'
import { freePort } from '../free-port.ts'
import { run } from '../run.ts'
import { runUser } from '../run-user.ts'
import { account, type CalendarServer } from './account.ts'
import { startServer } from './start-server.ts'
import { packagesOf } from './unpacked.ts'

/** The user of IMAP who may make mailboxes. */
const admin = 'cyrus'

const settings = (folder: string) => `configdirectory: ${folder}/conf
proc_path: ${folder}/proc
mboxname_lockpath: ${folder}/lock
defaultpartition: default
partition-default: ${folder}/spool
admins: ${admin}
allowplaintext: yes
servername: localhost
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: ${folder}/sasldb2
sasl_mech_list: PLAIN
httpmodules: caldav
unixhierarchysep: yes
altnamespace: yes
`

const services = (
  command: (name: string) => string,
  { http, imap }: { http: number; imap: number },
) => `START {
  recover cmd="${command('ctl_cyrusdb')} -r"
}
SERVICES {
  http cmd="${command('httpd')} -U 30" listen="127.0.0.1:${http}" prefork=1 maxchild=100
  imap cmd="${command('imapd')} -U 30" listen="127.0.0.1:${imap}" prefork=0 maxchild=4
}
EVENTS {
}
`

/**
 * Cyrus, with httpd for CalDAV and imapd to make the account. Its files are in a separate folder, which the
 * server's user can reach.
 * @throws {ServerError} when it does not start
 */
export async function startCyrus(inherited: NodeJS.ProcessEnv): Promise<CalendarServer> {
  const packages = packagesOf(inherited)
  const user = await runUser()
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-cyrus-'))
  const ports = { http: await freePort(), imap: await freePort() }
  const libraries = packages.entry('usr/lib', /-linux-gnu$/)
  const env = {
    ...inherited,
    // Cyrus refuses to run as root, and changes to a user "cyrus" unless this names another one.
    CYRUS_USER: user ? 'night-routine' : userInfo().username,
    LD_LIBRARY_PATH: [libraries, libraries.replace(/\/usr(?=\/lib\/[^/]+$)/, '')].join(':'),
    SASL_PATH: join(libraries, 'sasl2'),
  }
  for (const name of ['conf', 'spool', 'proc', 'lock', 'socket']) await mkdir(join(folder, name))
  const [imapdConf, cyrusConf] = [join(folder, 'imapd.conf'), join(folder, 'cyrus.conf')]
  const program = (name: string) => packages.at(`usr/lib/cyrus/bin/${name}`)
  await writeFile(imapdConf, settings(folder))
  await writeFile(
    cyrusConf,
    services(name => `${program(name)} -C ${imapdConf}`, ports),
  )
  for (const name of [account.username, admin])
    await setPassword([packages.at('usr/sbin/saslpasswd2'), join(folder, 'sasldb2'), name], env)
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])

  const url = `http://127.0.0.1:${ports.http}/`
  const args = ['-C', imapdConf, '-M', cyrusConf, '-p', join(folder, 'pid')]
  const stop = await startServer(url, [program('master'), ...args], {
    env,
    cwd: folder,
    // Its master, when it ends, ends its whole process group: another Cyrus among them.
    detached: true,
    ...user,
  })
  await makeMailbox(ports.imap)
  return {
    url,
    home: `${url}dav/calendars/user/${account.username}/`,
    ...account,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function setPassword(
  [program, file, name]: [string, string, string],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const args = ['-p', '-c', '-u', 'localhost', '-f', file, name]
  const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.end(account.password)
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new ServerError(`saslpasswd2 ended with ${child.exitCode}`)
}

/** Without a mailbox, Cyrus answers 500 to every request of the account. */
async function makeMailbox(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(`a LOGIN ${admin} ${account.password}\r\n`)
  let said = ''
  for await (const chunk of socket) {
    said += String(chunk)
    if (/^a OK/m.test(said) && !said.includes('\nb '))
      socket.write(`b CREATE user/${account.username}\r\n`)
    if (/^b OK/m.test(said)) return
    if (/^[ab] (NO|BAD)/m.test(said)) break
  }
  throw new ServerError(`Cyrus makes no mailbox: ${said}`)
}
