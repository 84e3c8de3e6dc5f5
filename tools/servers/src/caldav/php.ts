import type { packagesOf } from './unpacked.ts'

/** Debian's PHP, with options and extensions, in the order in which they need each other. */
export function phpOf(
  packages: ReturnType<typeof packagesOf>,
  { options = {}, extensions }: { options?: Record<string, string>; extensions: readonly string[] },
): [program: string, ...args: string[]] {
  const all = { extension_dir: packages.entry('usr/lib/php', /^\d{8}$/), ...options }
  return [
    packages.entry('usr/bin', /^php\d[\d.]+$/),
    '-n',
    ...Object.entries(all).flatMap(([name, value]) => ['-d', `${name}=${value}`]),
    ...extensions.flatMap(name => ['-d', `extension=${name}`]),
  ]
}
