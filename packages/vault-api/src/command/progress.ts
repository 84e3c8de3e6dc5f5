import type { UploadProgress } from '../endpoints/files.ts'
import type { Call } from './invocation.ts'

export interface ProgressBar {
  readonly onProgress: (progress: UploadProgress) => void
  readonly stop: () => void
}

const silent: ProgressBar = { onProgress: () => {}, stop: () => {} }

/** One bar over all bytes, on a terminal; nothing elsewhere, and nothing with --json. */
export async function progressBar(
  { invocation: { errors }, flags }: Call,
  totalBytes: number,
): Promise<ProgressBar> {
  if (errors.isTTY !== true || flags.json === true || totalBytes === 0) return silent
  const { SingleBar, Presets } = await import('cli-progress')
  const format = 'Uploading [{bar}] {percentage} %, {eta_formatted} left'
  const bar = new SingleBar({ format, stream: errors, hideCursor: true }, Presets.legacy)
  bar.start(totalBytes, 0)
  const sent = new Map<string, number>()
  let total = 0
  return {
    onProgress: progress => {
      total += progress.sent - (sent.get(progress.path) ?? 0)
      sent.set(progress.path, progress.sent)
      bar.update(total)
    },
    stop: () => bar.stop(),
  }
}
