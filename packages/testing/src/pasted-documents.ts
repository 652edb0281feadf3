// Clipboard HTML in the form that each program writes, with the same content in each: written by the grammar of the
// programs, shortened to the declarations that matter.

/** Word for Windows: a document of Microsoft's HTML with conditional comments; lists are paragraphs. */
export const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- @font-face {font-family:"Cambria Math";} p.MsoNormal {margin:0cm;font-size:11.0pt;} --></style></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h1><a name="_Toc1">Sort with prefixes</a><o:p></o:p></h1>
<p class=MsoNormal>It must be <b style='mso-bidi-font-weight:normal'>stable</b> and <i>fast</i>, see <a
href="https://example.org/a_b">the paper</a>; <span style='font-family:"Courier New"'>read_only</span> stays.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;</span></span><![endif]>one<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New";mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>inner<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span><![endif]>two<o:p></o:p></p>
<h2>Steps<o:p></o:p></h2>
<p class=MsoListParagraphCxSpFirst style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>first<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>second<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0><tr style='mso-yfti-irow:0'><td width=312 valign=top><p class=MsoNormal>step<o:p></o:p></p></td>
<td width=312><p class=MsoNormal>memory<o:p></o:p></p></td></tr><tr><td><p class=MsoNormal>sort<o:p></o:p></p></td><td><p class=MsoNormal>8 MB | 9<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><span style='font-family:"Courier New"'>select 1<o:p></o:p></span></p>
<p class=MsoNormal><span style='font-family:"Courier New"'>from t<o:p></o:p></span></p>
<p class=MsoNormal><img width=100 height=50 src="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="Picture_1">It costs $5.<o:p></o:p></p>
<!--EndFragment--></body></html>`

/** Google Docs: all in a bold element that is not bold, spans with styles, nested lists between items. */
export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f2e3d4c-7fff-0000"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre-wrap;">Sort with prefixes</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;white-space:pre-wrap;">It must be </span><span style="font-weight:700;">stable</span><span style="font-weight:400;"> and </span><span style="font-style:italic;">fast</span><span style="font-weight:400;">, see </span><a href="https://www.google.com/url?q=https://example.org/a_b&amp;sa=D&amp;source=editors" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">the paper</span></a><span>; </span><span style="font-family:'Roboto Mono',monospace;">read_only</span><span> stays.</span></p><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>inner</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>two</span></p></li></ul><h2 dir="ltr"><span style="font-weight:400;">Steps</span></h2><ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>first</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>second</span></p></li></ol><div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="300"/><col width="300"/></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span>step</span></p></td><td><p dir="ltr"><span>memory</span></p></td></tr><tr><td><p dir="ltr"><span>sort</span></p></td><td><p dir="ltr"><span>8 MB | 9</span></p></td></tr></tbody></table></div><p dir="ltr"><span style="font-family:'Courier New',monospace;">select 1</span></p><p dir="ltr"><span style="font-family:'Courier New',monospace;">from t</span></p><p dir="ltr"><span>It costs $5.</span></p></b><br class="Apple-interchange-newline">`

/** LibreOffice Writer: HTML 4 with fonts and classes, preformatted lines as single elements. */
export const LIBRE_OFFICE = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.8 (Linux)"/><style type="text/css">p { line-height: 115%; margin-bottom: 0.25cm }</style></head>
<body lang="en-US" dir="ltr"><h1 class="western">Sort with prefixes</h1>
<p style="line-height: 100%">It must be <b>stable</b> and <i>fast</i>, see <a href="https://example.org/a_b">the paper</a>; <font face="Liberation Mono, monospace">read_only</font> stays.</p>
<ul><li><p style="margin-bottom: 0cm">one</p><ul><li><p style="margin-bottom: 0cm">inner</p></li></ul></li><li><p>two</p></li></ul>
<h2 class="western">Steps</h2>
<ol><li><p>first</p></li><li><p>second</p></li></ol>
<table width="665" cellpadding="4" cellspacing="0"><col width="320"/><col width="320"/><tr valign="top"><td style="border: 1px solid"><p>step</p></td><td><p>memory</p></td></tr><tr valign="top"><td><p>sort</p></td><td><p>8 MB | 9</p></td></tr></table>
<pre class="western">select 1</pre><pre class="western">from t</pre>
<p>It costs $5.</p>
</body></html>`
