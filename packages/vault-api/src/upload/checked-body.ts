import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { SourceChanged } from '../errors.ts'
import type { StreamedBody } from '../transport/send-once.ts'
import { readSource, type UploadSource } from './source.ts'

/**
 * Streams a source, and breaks off before its last bytes where they are not what size and hash say: a
 * file that changed meanwhile is never sent whole, so the host stores nothing.
 */
export function checkedBody(
  source: UploadSource,
  { path, onBytes }: { path: string; onBytes: (sent: number) => void },
): StreamedBody {
  let fault: Error | null = null
  const broken = (what: string) => {
    fault ??= new SourceChanged(`${JSON.stringify(path)} ${what}.`, { sent: true })
    return fault
  }
  const changed = () => broken('changed while it was being uploaded')

  // Only what the source itself says is its fault; a request that is given up ends it as well.
  async function* checked() {
    const input = readSource(source, error => {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      broken(`could no longer be read${code}`)
    })
    const digest = createHash('sha256')
    let read = 0
    let held: Buffer | null = null
    for await (const chunk of input) {
      if (held !== null) yield held
      onBytes(read)
      read += chunk.length
      if (read > source.size) throw changed()
      digest.update(chunk)
      held = chunk
    }
    if (read !== source.size || digest.digest('hex') !== source.hash) throw changed()
    if (held !== null) yield held
    onBytes(read)
  }

  const stream = Readable.from(checked(), { objectMode: false, highWaterMark: 64 * 1024 })
  return { stream, fault: () => fault }
}
