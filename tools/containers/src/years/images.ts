import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '../engine/session.ts'
import { pinnedImages } from '../engine/stand-ins.ts'

type Docker = (...args: string[]) => Promise<string>

/** What infra/Dockerfile tells Node in the images of services. */
export function nodeOptionsOf({ source }: Pick<Session, 'source'>): string {
  const text = readFileSync(join(source, 'infra/Dockerfile'), 'utf8')
  return /NODE_OPTIONS="([^"]+)"/.exec(text)?.[1] ?? ''
}

/** Gives an image another tag, as the next version has one. @returns its name with the tag */
export async function otherTag(
  { images }: Pick<Session, 'images'>,
  image: string,
  docker: Docker,
): Promise<string> {
  const other = `${image.slice(0, -images.tag.length)}${nextTag}`
  await docker('tag', image, other)
  return other
}

export const nextTag = 'next'

/** KiB of the files in volumes, by `inside`: a pattern below a folder that has the volumes by their names. */
export async function sizesOfVolumes(
  { standIns, source }: Session,
  { docker, volumes, inside }: { docker: Docker; volumes: Record<string, string>; inside: string },
): Promise<Record<string, number>> {
  const pinned = pinnedImages(source)['postgres'] ?? ''
  const mounts = Object.entries(volumes).map(([name, volume]) => `--volume=${volume}:/v/${name}:ro`)
  const image = standIns[pinned] ?? pinned
  const run = ['run', '--rm', '--network=none', '--user=0:0', '--entrypoint=sh', ...mounts, image]
  const printed = await docker(...run, '-c', `cd /v && du -sk ${inside}`)
  return Object.fromEntries(
    printed
      .trim()
      .split('\n')
      .map(line => line.split('\t'))
      .map(([kib = '', path = '']) => [path, Number(kib)]),
  )
}
