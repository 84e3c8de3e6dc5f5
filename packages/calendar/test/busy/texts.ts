/** An iCalendar file with these components. */
export function calendarOf(...components: string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...components,
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

/** An event with these lines. */
export function event(...lines: string[]): string {
  const uid = lines.some(line => line.startsWith('UID:')) ? [] : ['UID:1@example.com']
  return ['BEGIN:VEVENT', ...uid, 'SUMMARY:Dinner with Kim', ...lines, 'END:VEVENT'].join('\r\n')
}
