import { open } from 'node:fs/promises'

const bufferSize = 64 * 1024
const buffers = 32

/**
 * Reads a file into buffers that are used again, so that a large file leaves no garbage: collected late,
 * it would be most of what an upload needs. A chunk is good until 31 further ones were read. Between
 * the file and the line at most six are under way: streams stop asking when 64 KiB wait in them. A chunk
 * that changed all the same could not pass for the file: the host compares the hash.
 */
export async function* readFileFrugally(
  path: string,
  {
    onError,
    signal,
  }: { onError?: (error: unknown) => void; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Buffer> {
  const told = (error: unknown) => {
    onError?.(error)
    throw error
  }
  const handle = await open(path).catch(told)
  try {
    const ring: Buffer[] = []
    for (let turn = 0; ; turn += 1) {
      signal?.throwIfAborted()
      const buffer = (ring[turn % buffers] ??= Buffer.allocUnsafeSlow(bufferSize))
      const { bytesRead } = await handle.read(buffer, 0, bufferSize).catch(told)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}
