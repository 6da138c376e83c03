"""What layout states: labels, lists, tables, records, diagrams."""
