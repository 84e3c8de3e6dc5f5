import { watch } from 'node:fs/promises'
import { join } from 'node:path'

const quiet = 300 // ms: an editor saves several files in one go

/** Calls `changed` after each burst of changes below the source folders, until the signal ends it. */
export async function watchSources(
  root: string,
  changed: () => Promise<void>,
  signal: AbortSignal,
) {
  let timer: NodeJS.Timeout | undefined
  const watchFolder = async (folder: string) => {
    for await (const { filename } of watch(join(root, folder), { recursive: true, signal })) {
      if (
        !filename ||
        !/(^|[\\/])(src|public)[\\/]/.test(filename) ||
        /node_modules/.test(filename)
      )
        continue
      clearTimeout(timer)
      timer = setTimeout(() => void changed(), quiet)
    }
  }
  await Promise.all(['packages', 'services'].map(watchFolder)).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
}
