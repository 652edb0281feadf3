import { answerPeopleForm } from '../../../trpc/answer-people-form.ts'

type Context = { params: Promise<{ form: string }> }

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerPeopleForm(request, (await params).form)
}
