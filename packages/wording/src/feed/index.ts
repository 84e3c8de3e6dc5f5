export { feedCalendar, feedChangedAt, feedRange } from './feed-calendar.ts'
