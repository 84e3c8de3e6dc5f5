import { randomBytes } from 'node:crypto'
import { bytesSource, createVaultClient } from '@night-routine/vault-api'
import { send } from './client.ts'

const count = 2_000
const fileBytes = 2_000

interface Place {
  /** The measures: one streams to files and checks nothing, the other hashes and waits for the disk. */
  plain: number
  careful: number
  vault: number
  account: { email: string; password: string }
  /** A site on the vault, as a request of Node's own client. */
  upload: (path: string, bytes: Uint8Array) => Promise<unknown>
}

/** Seconds for many small files: two clients, two servers, one at a time and four at once. */
export async function smallFiles(place: Place) {
  const files = Array.from({ length: count }, (_, index) => ({
    path: `${index}.md`,
    bytes: randomBytes(fileBytes),
  }))
  const rows: { what: string; one: number; four: number }[] = []
  const measure = async (what: string, work: (atOnce: number) => Promise<unknown>) => {
    const [one, four] = [await seconds(() => work(1)), await seconds(() => work(4))]
    rows.push({ what, one, four })
  }
  const withNode = (upload: (path: string, bytes: Uint8Array) => Promise<unknown>) => {
    return async (atOnce: number) => {
      const left = files.values()
      const worker = async () => {
        for (const { path, bytes } of left) await upload(`${atOnce}/${path}`, bytes)
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    }
  }
  const withOurs = (port: number) => async (atOnce: number) => {
    const host = `127.0.0.1:${port}`
    const client = createVaultClient({
      addresses: { main: `http://127.0.0.1:${place.vault}`, siteHosts: [host] },
      uploadsAtOnce: atOnce,
    })
    await client.user.signIn(place.account)
    const { id } = await client.sites.create()
    const uploads = files.map(({ path, bytes }) => ({ path, source: bytesSource(bytes) }))
    await client.files.uploadAll({ id, host }, uploads)
  }
  await measure(
    'node:http client, plain server',
    withNode((_path, bytes) => send(place.plain, '/', bytes)),
  )
  await measure(
    'node:http client, careful server',
    withNode((_path, bytes) => send(place.careful, '/', bytes)),
  )
  await measure('node:http client, vault', withNode(place.upload))
  await measure('vault-api client, plain server', withOurs(place.plain))
  await measure('vault-api client, vault', withOurs(place.vault))
  return rows
}

/** The rows as a table, with what four at once gain, and throughput as a share of the second row's: what any host must do. */
export function smallFilesTable(rows: Awaited<ReturnType<typeof smallFiles>>): string {
  const [, careful] = rows
  const lines = rows.map(({ what, one, four }) =>
    [
      what.padEnd(32),
      `${one.toFixed(1)} s`.padStart(9),
      `${four.toFixed(1)} s`.padStart(9),
      `${(one / four).toFixed(2)} ×`.padStart(8),
      ((careful?.four ?? NaN) / four).toFixed(2).padStart(8),
    ].join(''),
  )
  const head = `${''.padEnd(32)}${'one'.padStart(9)}${'four'.padStart(9)}${'gain'.padStart(8)}${'share'.padStart(8)}`
  return [`${count} files of ${fileBytes / 1000} kB\n`, head, ...lines].join('\n')
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
