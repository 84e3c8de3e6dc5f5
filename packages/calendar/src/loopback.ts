/** Whether only this machine can reach the address. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
