import type { Container } from './containers.ts'
import type { Installation } from './installation.ts'

const mebibytes: Record<string, number> = { KiB: 1 / 1024, MiB: 1, GiB: 1024 }

/** MiB that each container takes now, by the container's name, as `docker stats` has it. */
export async function measureMemory({ docker }: Installation, containers: readonly Container[]) {
  const names = containers.map(({ name }) => name)
  const format = '{{.Name}} {{.MemUsage}}'
  const rows = (await docker('stats', '--no-stream', '--format', format, ...names)).trim()
  return new Map(
    rows.split('\n').map(row => {
      const [, name = '', amount = '', unit = ''] = /^(\S+) ([\d.]+)(\w+)/.exec(row) ?? []
      return [name, Math.round(Number(amount) * (mebibytes[unit] ?? NaN))]
    }),
  )
}
