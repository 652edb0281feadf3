import { answerAccountForm } from '../../../server/answer-account-form.ts'

type Context = { params: Promise<{ form: string }> }

export async function POST(request: Request, { params }: Context): Promise<Response> {
  return answerAccountForm(request, (await params).form)
}
