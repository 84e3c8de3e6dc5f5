import type { Installation } from './installation.ts'
import type { Session } from './session.ts'

/** The targets of infra/Dockerfile. */
export const targets = [
  'web',
  'webhook-ingest',
  'scheduler-worker',
  'publisher',
  'vault',
  'migrate',
] as const

export interface BuiltImage {
  name: string
  megabytes: number
}

/** Builds every image as docker compose does it, all at once, and returns what each weighs. */
export async function buildImages(
  { images: { prefix, tag } }: Session,
  { compose, docker }: Installation,
): Promise<BuiltImage[]> {
  await compose('--profile', '*', 'build', '--quiet')
  const built: BuiltImage[] = []
  for (const name of targets) {
    const size = await docker(
      'image',
      'inspect',
      '--format',
      '{{.Size}}',
      `${prefix}/${name}:${tag}`,
    )
    built.push({ name, megabytes: Math.round(Number(size) / 1_000_000) })
  }
  return built
}
