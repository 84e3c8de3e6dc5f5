const longest = 254
const form = /^[^\s@,<>"]+@[^\s@,.<>"]+(?:\.[^\s@,.<>"]+)*$/

/** Whether a text can be an e-mail address; the same for who makes an account, and for who wants one back. */
export function isAddress(text: string): boolean {
  return text.length <= longest && form.test(text)
}
