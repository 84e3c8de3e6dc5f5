import { statfs } from 'node:fs/promises'

const megabyte = 1024 ** 2

/** The room on the disk of a folder in words, and whether to make some; on a large disk, 20 GB are plenty. */
export async function readDiskSpace(folder: string) {
  const { bsize, blocks, bfree, bavail } = await statfs(folder)
  const free = (bavail * bsize) / megabyte
  const isLow = free <= 200 || (bavail <= (blocks - bfree + bavail) / 10 && free <= 20 * 1024)
  const text = free < 1024 ? `${Math.floor(free)} MB` : `${(free / 1024).toFixed(1)} GB`
  return { free: text, isLow }
}
