import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { bytesSource, createVaultClient, fileSource } from '../src/index.ts'

// The measured client, in a separate process so that nothing else has used memory before.
const [, , port = '', what = '', file = ''] = process.argv
const client = createVaultClient({ addresses: { main: `http://127.0.0.1:${port}` }, token: 'x' })
const site = { id: 's', host: `127.0.0.1:${port}` }

/** Peak resident memory so far, in bytes; the kernel's own mark on Linux. */
function peak(): number {
  try {
    const mark = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    if (mark !== undefined) return Number(mark) * 1_024
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1_024
}

// Idle is a client that has loaded all it needs and sent a little once.
await client.files.upload(site, { path: 'small', source: bytesSource('x') })
await sleep(300)
const idle = peak()
const start = performance.now()

if (what === 'one') {
  await client.files.upload(site, { path: 'large', source: await fileSource(file) })
} else if (what === 'four') {
  const source = await fileSource(file)
  const files = ['1', '2', '3', '4'].map(path => ({ path, source }))
  await client.files.uploadAll(site, files)
} else {
  const one = createVaultClient({
    addresses: { main: `http://127.0.0.1:${port}` },
    token: 'x',
    ...(what === 'many-one-at-a-time' ? { uploadsAtOnce: 1 } : {}),
  })
  const source = bytesSource('x'.repeat(1_000))
  const files = Array.from({ length: 2_000 }, (_, index) => ({ path: `f${index}.md`, source }))
  await one.files.uploadAll(site, files)
}
process.send?.({ idle, peak: peak(), milliseconds: performance.now() - start })
process.disconnect?.()
