import type { Home } from './home.ts'

// Both versions of control groups.
const script = `
group=/proc/1/root/sys/fs/cgroup
if test -e $group/memory.current
then echo usage $(cat $group/memory.current); grep -E '^(file|shmem) ' $group/memory.stat
else
  group=$group/memory
  echo usage $(cat $group/memory.usage_in_bytes)
  sed -n 's/^total_cache /file /p; s/^total_shmem /shmem /p' $group/memory.stat
fi`

/**
 * MiB that a home takes: all but what the kernel keeps of files and could drop. PostgreSQL's shared buffers count once.
 * Measured from outside: a program that ran inside would count as well.
 */
export async function measureHome(home: Home): Promise<number> {
  const facts = await home.beside(script)
  const of = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(facts)?.[1]) / 2 ** 20
  return Math.round(of('usage') - of('file') + of('shmem'))
}
