# Outputs of models, by transformers, into the folder that `systems:` of a corpus names. Copy this file, write your source
# and models into it, and run it before the workflow: snakemake --cores 1 --snakefile translate.smk
SOURCE = "source.de"
MODELS = {"opus-mt": "Helsinki-NLP/opus-mt-de-en"}


rule all:
    input:
        expand("outputs/{system}.en", system=MODELS),


rule translate:
    input:
        SOURCE,
    output:
        "outputs/{system}.en",
    params:
        model=lambda w: MODELS[w.system],
    run:
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(params.model)
        model = AutoModelForSeq2SeqLM.from_pretrained(params.model)  # .to("cuda")
        with open(input[0], encoding="utf-8") as source, open(output[0], "w", encoding="utf-8") as target:
            for line in source:
                read = tokenizer(line.strip(), return_tensors="pt")
                made = model.generate(**read, do_sample=False, max_new_tokens=256)
                print(*tokenizer.batch_decode(made, skip_special_tokens=True), file=target)


# By a server of chat models (vLLM, Ollama, a hosted one) instead, with the package openai; its key is in OPENAI_API_KEY:
#
#         server = openai.OpenAI(base_url="http://localhost:8000/v1")
#         ...
#                 asked = {"role": "user", "content": f"Translate into English, and answer nothing else: {line}"}
#                 made = server.chat.completions.create(model=params.model, messages=[asked], temperature=0)
#                 print(" ".join(made.choices[0].message.content.split()), file=target)
