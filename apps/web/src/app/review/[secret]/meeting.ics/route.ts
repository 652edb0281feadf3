import { answerCalendar } from '../../../../server/answer-calendar.ts'

export const dynamic = 'force-dynamic'

export async function GET(_request: Request, { params }: { params: Promise<{ secret: string }> }): Promise<Response> {
  const { secret } = await params
  return answerCalendar((api) => api.guests.calendar({ secret }))
}
