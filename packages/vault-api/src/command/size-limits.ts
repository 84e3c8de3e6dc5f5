import { InvalidArgumentError } from 'commander'
import { usualLargestFile } from '../client.ts'
import { QuotaExceeded, TooLarge } from '../errors.ts'
import type { FolderFile } from '../publish/read-folder.ts'
import type { PublishSteps } from '../publish/steps.ts'
import { bytesText } from './columns.ts'

/** What the services of this kind give a site: 4 GiB. */
const usualQuota = 4 * 1024 ** 3

/**
 * All files that are too large are named at once, before anything is read or sent.
 * @throws TooLarge
 */
export function checkFileSizes(files: readonly FolderFile[]): void {
  const large = files.filter(({ size }) => size > usualLargestFile)
  if (large.length === 0) return
  const names = large.map(({ path, size }) => `${JSON.stringify(path)} (${size})`)
  throw new TooLarge(
    `A file may have ${usualLargestFile} bytes. Larger: ${names.join(', ')}. ` +
      'Nothing was changed.',
  )
}

/**
 * What is no longer wanted goes last, so until then it takes room too.
 * @throws QuotaExceeded before anything is sent, where the site would have more than it may
 */
export function checkSiteSize(steps: PublishSteps, quota: number = usualQuota): void {
  const { add, change, replace, remove, keep, unchanged } = steps
  const there = [...add, ...change, ...replace, ...remove, ...keep, ...unchanged]
  const bytes = there.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= quota || add.length + change.length + replace.length === 0) return
  throw new QuotaExceeded(
    `A site may have ${bytesText(quota)}, and would have ${bytesText(bytes)}. Nothing was changed. ` +
      'If the service gives more, say so with --quota.',
  )
}

/** Reads `--quota`. @throws InvalidArgumentError for what is no number of megabytes */
export function megabytes(text: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number === 0)
    throw new InvalidArgumentError('It is megabytes, as in 500.')
  return number * 1_000_000
}
