import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

function start(t: Test, env: Record<string, string> = {}, file = 'main.ts', args: string[] = []) {
  const child = fork(fileURLToPath(new URL(`fixtures/${file}`, import.meta.url)), args, {
    execArgv: ['--conditions=night-routine'],
    env: { ...process.env, ...env },
    silent: true,
  })
  const output = { out: '', err: '' }
  child.stdout?.on('data', chunk => (output.out += chunk))
  child.stderr?.on('data', chunk => (output.err += chunk))
  t.teardown(() => child.kill('SIGKILL'))
  return { child, output, ended: once(child, 'close') }
}

async function ready(child: ChildProcess) {
  const [message] = await once(child, 'message')
  return { message, address: `http://127.0.0.1:${message.port}` }
}

t.test('listens, tells its parent, answers, and closes in order on SIGTERM', async t => {
  const { child, output, ended } = start(t)
  const { message, address } = await ready(child)
  t.equal(message.ready, true)
  t.equal((await fetch(`${address}/healthz`)).status, 200)
  t.match(await (await fetch(`${address}/time`)).text(), /^\d{4}-.*Z$/)

  const answer = fetch(`${address}/slow`)
  await once(child, 'message')
  child.kill('SIGTERM')
  t.equal(await (await answer).text(), 'done', 'the pending request is answered')
  t.same(await ended, [0, null])
  t.match(output.out, 'the fixture has closed')
  t.match(output.out, '"msg":"closed"')
})

t.test('with a closed output, keeps running, and answers waiting requests on a signal', async t => {
  const { child, ended } = start(t)
  const { address } = await ready(child)
  child.stdout?.destroy()
  for (let request = 0; request < 3; request++)
    t.equal((await fetch(`${address}/time`)).status, 200)

  const busy = fetch(`${address}/busy`)
  await once(child, 'message')
  // These connections wait to be accepted.
  const { hostname, port } = new URL(address)
  const waiting = Array.from({ length: 20 }, () => connect(Number(port), hostname))
  await Promise.all(waiting.map(socket => once(socket, 'connect')))
  for (const socket of waiting) socket.write('GET /time HTTP/1.1\r\nHost: x\r\n\r\n')
  child.kill('SIGTERM')
  t.equal((await busy).status, 200)
  for (const answer of await Promise.all(waiting.map(socket => text(socket))))
    t.match(answer, /^HTTP\/1\.1 200 /)
  t.same(await ended, [0, null])
})

t.test('a second signal ends it at once', async t => {
  const { child, ended, output } = start(t, { SLOW_MS: '30000' })
  const { address } = await ready(child)
  fetch(`${address}/slow`).catch(() => undefined)
  await once(child, 'message')
  child.kill('SIGINT')
  while (!output.out.includes('"msg":"closing"')) await sleep(10)
  child.kill('SIGINT')
  t.same(await ended, [1, null])
})

t.test('an uncaught error is logged and ends the process with 1', async t => {
  for (const way of ['fall', 'reject']) {
    const { child, output, ended } = start(t)
    const { address } = await ready(child)
    await fetch(`${address}/${way}`).catch(() => undefined)
    t.same(await ended, [1, null])
    t.match(output.out, /"level":"fatal".*(uncaught exception|unhandled rejection)/)
  }
})

t.test('prints every fault of the configuration, one a line, and exits 1', async t => {
  const { output, ended } = start(t, { PORT: 'x', LOG_LEVEL: 'y' })
  t.same(await ended, [1, null])
  t.same(output.err.trimEnd().split('\n'), [
    'PORT: "x" is not a whole number from 0 to 65535.',
    'LOG_LEVEL: "y" is not one of fatal, error, warn, info, debug, trace, silent.',
  ])
  t.equal(output.out, '')
})

t.test('--check reads the configuration and starts nothing', async t => {
  const good = start(t, { FAIL: 'build' }, 'main.ts', ['--check'])
  t.same(await good.ended, [0, null])
  t.equal(good.output.out + good.output.err, '')
  const wrong = start(t, { PORT: 'x' }, 'main.ts', ['--check'])
  t.same(await wrong.ended, [1, null])
  t.match(wrong.output.err, 'PORT: "x" is not')
})

t.test('says why it could not start', async t => {
  const build = start(t, { FAIL: 'build' })
  t.same(await build.ended, [1, null])
  t.match(build.output.out, 'nothing to build on')

  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.teardown(() => holder.close())
  const { port } = holder.address() as { port: number }
  const taken = start(t, { PORT: String(port) })
  t.same(await taken.ended, [1, null])
  t.match(taken.output.out, 'EADDRINUSE')
})

t.test('does not outlive the process that forked it', async t => {
  const { child } = start(t, {}, 'parent.ts')
  const [{ pid }] = await once(child, 'message')
  child.kill('SIGKILL')
  for (let waited = 0; isAlive(pid) && waited < 60_000; waited += 50) await sleep(50)
  t.notOk(isAlive(pid))
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
