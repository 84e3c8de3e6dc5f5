import type { Home } from './home.ts'

/** The memory of a home in MiB. */
export interface HomeMemory {
  /** All of it less what the kernel keeps of files and could drop. PostgreSQL's shared buffers count once. */
  total: number
  /** Memory of processes that is theirs alone. */
  anonymous: number
  /** Memory that processes share: PostgreSQL's buffers. */
  shared: number
  /** Page tables, sockets and structures of the kernel. */
  kernel: number
  /** What the kernel keeps of files, which is in no other figure. */
  files: number
  /** What a process has, by its name; what several share counts in equal parts. */
  processes: { name: string; anonymous: number; shared: number; files: number }[]
  /** What Node says of its heap. */
  heap: { used: number; total: number; external: number }
}

// Both versions of control groups.
const script = `
group=/proc/1/root/sys/fs/cgroup
if test -e $group/memory.current
then echo usage $(cat $group/memory.current); grep -E '^(anon|file|shmem|kernel) ' $group/memory.stat
else
  group=$group/memory
  echo usage $(cat $group/memory.usage_in_bytes)
  echo kernel $(cat $group/memory.kmem.usage_in_bytes)
  sed -n 's/^total_rss /anon /p; s/^total_cache /file /p; s/^total_shmem /shmem /p' $group/memory.stat
fi
cd /proc
for pid in [0-9]*
do
  name=$(tr '\\0' ' ' < $pid/cmdline) || continue
  case $name in
    node*|postgres*|/usr/lib/postgresql*) echo "process $name"; grep -E '^Pss_' $pid/smaps_rollup;;
  esac
done`

/** Measures from outside: a program that ran inside would count as well. */
export async function measureHome(home: Home): Promise<HomeMemory> {
  const [facts = '', ...processes] = (await home.beside(script)).split('process ')
  const bytes = (name: string) =>
    Number(new RegExp(`^${name} (\\d+)`, 'm').exec(facts)?.[1]) / 2 ** 20
  const metrics = await home.metrics()
  const metric = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 2 ** 20
  return {
    total: bytes('usage') - bytes('file') + bytes('shmem'),
    anonymous: bytes('anon'),
    shared: bytes('shmem'),
    kernel: bytes('kernel'),
    files: bytes('file') - bytes('shmem'),
    processes: processes.map(text => {
      const part = (kind: string) =>
        Number(new RegExp(`^Pss_${kind}: +(\\d+)`, 'm').exec(text)?.[1]) / 1024
      return {
        name: (text.split('\n')[0] ?? '')
          .trim()
          .replace(/^\S*bin\/postgres .*/, 'postgres: postmaster'),
        anonymous: part('Anon'),
        shared: part('Shmem'),
        files: part('File'),
      }
    }),
    heap: {
      used: metric('nodejs_heap_size_used_bytes'),
      total: metric('nodejs_heap_size_total_bytes'),
      external: metric('nodejs_external_memory_bytes'),
    },
  }
}

/** The memory in a sentence. */
export function sentenceFor(memory: HomeMemory): string {
  const sum = (ofNode: boolean, part: 'anonymous' | 'shared' | 'files') =>
    memory.processes
      .filter(({ name }) => name.startsWith('node') === ofNode)
      .reduce((total, one) => total + one[part], 0)
  const { heap } = memory
  const postgresql = memory.processes.filter(({ name }) => !name.startsWith('node')).length
  return [
    `${mib(memory.total)} MiB`,
    `Node ${mib(sum(true, 'anonymous'))} (heap ${mib(heap.used)} of ${mib(heap.total)}, buffers ${mib(heap.external)})`,
    `PostgreSQL ${mib(sum(false, 'anonymous'))} in ${postgresql} processes and ${mib(memory.shared)} shared`,
    `kernel ${mib(memory.kernel)}`,
    `besides ${mib(memory.files)} of files`,
  ].join(', ')
}

const mib = (amount: number) => amount.toFixed(0)
