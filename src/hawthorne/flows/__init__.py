"""Wing one: study flows (`*.studyflow.yaml`, BPMN)."""
