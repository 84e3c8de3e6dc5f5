import type { Installation } from './installation.ts'

/** How many requests each copy of a service has answered, by the metrics of its container. */
export async function answersOfCopies(
  { docker, project }: Installation,
  service: string,
  copies: number,
): Promise<number[]> {
  const script = `fetch('http://127.0.0.1:9090/metrics').then(r => r.text()).then(console.log)`
  const numbers = Array.from({ length: copies }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async number => {
      const page = await docker('exec', `${project}-${service}-${number}`, 'node', '-e', script)
      const counts = page.matchAll(/^night_routine_http_answers_total\{[^}]*\} (\d+)$/gm)
      return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
    }),
  )
}
