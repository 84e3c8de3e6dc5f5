import { open } from 'node:fs/promises'

const bufferSize = 64 * 1024
const buffers = 32

/**
 * Reads a file into reused buffers, so that a large file leaves no garbage, which
 * would be most of the memory of an upload. A chunk is valid until 31 more have been read. Between
 * file and socket there are at most six, because streams stop reading at 64 KiB. A chunk
 * that was overwritten too early could not go unnoticed, because the host compares the hash.
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
